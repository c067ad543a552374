//! What a word in a caption names on the picture.

/// A drawn thing. Words that name it carry its colour and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A manifest file.
    File,
    /// The kubelet.
    Kubelet,
    /// A container on the machine.
    Container,
    /// A mirror Pod.
    Mirror,
    /// The API server.
    Api,
    /// The person with kubectl.
    You,
    /// Deletion and trouble.
    Fault,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Kubelet,
        Self::Container,
        Self::Mirror,
        Self::Api,
        Self::You,
        Self::Fault,
    ];

    /// Its name, as in `[the mirror](#mirror)` and in the class `role-mirror`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Kubelet => "kubelet",
            Self::Container => "container",
            Self::Mirror => "mirror",
            Self::Api => "api",
            Self::You => "you",
            Self::Fault => "fault",
        }
    }

    /// The role with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
